// The meaning of a word goes when one follows it to its paragraph.

addEventListener("click", (event) => event.target.closest?.(".meaning a")?.closest(".meaning").hidePopover(), true);
