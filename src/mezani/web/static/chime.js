// Two short wooden taps, when somebody is called to their turn. The loudness goes from 0 to 100.

document.addEventListener("chime", (event) => {
  try {
    const audio = new AudioContext();
    for (const [start, pitch] of [[0, 920], [0.16, 690]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = "triangle";
      tone.frequency.setValueAtTime(pitch, audio.currentTime + start);
      tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, audio.currentTime + start + 0.09);
      volume.gain.setValueAtTime(Math.max(0.001, (0.4 * event.detail) / 100), audio.currentTime + start);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + start + 0.12);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + start);
      tone.stop(audio.currentTime + start + 0.13);
    }
    setTimeout(() => audio.close(), 1000);
  } catch { /* a browser without sound */ }
});
