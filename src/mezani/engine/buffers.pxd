# The functions of buffers.py for compiled modules, as the C compiler's own.

from mezani.engine.bits cimport word64

cdef extern from *:
    """
    #include <string.h>

    typedef unsigned char byte;

    static inline byte *bytes_of(PyObject *buffer, Py_ssize_t size) {
        Py_buffer view;
        byte *found = NULL;
        if (PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE) < 0) {
            if (PyErr_ExceptionMatches(PyExc_BufferError))
                PyErr_SetString(PyExc_ValueError, "this buffer does not lie in one piece");
            return NULL;
        }
        if (view.readonly)
            PyErr_SetString(PyExc_ValueError, "this buffer can't be written to");
        else if (view.itemsize != 1)
            PyErr_Format(PyExc_ValueError, "this buffer holds numbers of %zd bytes each: it must hold bytes (uint8)", view.itemsize);
        else if (view.len < size)
            PyErr_Format(PyExc_ValueError, "this buffer has %zd bytes, where %zd are needed", view.len, size);
        else
            found = (byte *)view.buf;
        PyBuffer_Release(&view); /* the caller holds the buffer, and no Python runs while it is written to */
        return found;
    }
    static inline void *numbers_of(PyObject *buffer, Py_ssize_t count) {
        Py_buffer view;
        void *found = NULL;
        if (PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE) < 0) return NULL;
        if (view.readonly || view.len != 4 * count)
            PyErr_Format(
                PyExc_ValueError,
                "this must be %zd numbers of 4 bytes in one piece, to be written to", count
            );
        else
            found = view.buf;
        PyBuffer_Release(&view);
        return found;
    }
    #define ints_of(buffer, count) ((int *)numbers_of(buffer, count))
    #define floats_of(buffer, count) ((float *)numbers_of(buffer, count))
    static inline Py_ssize_t size_of(PyObject *buffer) {
        Py_buffer view;
        Py_ssize_t size;
        if (PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE) < 0) return -1;
        size = view.len;
        PyBuffer_Release(&view);
        return size;
    }
    #define view_of(into, size) PyMemoryView_FromMemory((char *)(into), size, PyBUF_WRITE)
    static inline byte *after(byte *into, Py_ssize_t first) { return into + first; }
    static inline void clear(byte *into, Py_ssize_t size) { memset(into, 0, size); }
    static inline int write_number(byte *into, int at, int number) {
        into[at] = number < 0 ? 0 : number > 255 ? 255 : number;
        return at + 1;
    }
    static inline int write_one(byte *into, int at, int size, int n) {
        if (n >= 0) into[at + n] = 1;
        return at + size;
    }
    static inline int write_set(byte *into, int at, int size, word64 word) {
        for (; word; word &= word - 1) into[at + lowest(word)] = 1;
        return at + size;
    }
    static inline int place_from(int seat, int other, int players) {
        return other < 0 ? other : other < seat ? other - seat + players : other - seat;
    }
    static inline int next_difference(const byte *one, const byte *other, int at, int size) {
        word64 some, others;
        for (; at + 8 <= size; at += 8) {
            memcpy(&some, one + at, 8);
            memcpy(&others, other + at, 8);
            if (some != others) break;
        }
        while (at < size && one[at] == other[at]) at++;
        return at;
    }
    static inline void copy(const byte *source, byte *into, Py_ssize_t size) { memcpy(into, source, size); }
    """
    ctypedef unsigned char byte
    byte* bytes_of(object buffer, Py_ssize_t size) except NULL
    int* ints_of(object buffer, Py_ssize_t count) except NULL
    float* floats_of(object buffer, Py_ssize_t count) except NULL
    Py_ssize_t size_of(object buffer) except -1
    object view_of(byte* into, Py_ssize_t size)
    byte* after(byte* into, Py_ssize_t first) noexcept nogil
    void clear(byte* into, Py_ssize_t size) noexcept nogil
    int write_number(byte* into, int at, int number) noexcept nogil
    int write_one(byte* into, int at, int size, int n) noexcept nogil
    int write_set(byte* into, int at, int size, word64 word) noexcept nogil
    int place_from(int seat, int other, int players) noexcept nogil
    int next_difference(const byte* one, const byte* other, int at, int size) noexcept nogil
    void copy(const byte* source, byte* into, Py_ssize_t size) noexcept nogil
