"""Compile a kernel with NVRTC: `ptx.py SOURCE PTX`. The first line of the PTX holds a hash of the source."""

import ctypes
import pathlib
import sys

from nvidia import cuda_nvrtc

OPTIONS = [b"--gpu-architecture=compute_70", b"-default-device"]


def text(lib, program, size, get):
    length = ctypes.c_size_t()
    assert getattr(lib, size)(program, ctypes.byref(length)) == 0
    buffer = ctypes.create_string_buffer(length.value)
    assert getattr(lib, get)(program, buffer) == 0
    return buffer.value.decode()


def fnv(source):
    state = 0xCBF29CE484222325
    for byte in source:
        state = (state ^ byte) * 0x100000001B3 % 2**64
    return state


def main(source, ptx):
    source = pathlib.Path(source)
    lib = ctypes.CDLL(str(next(pathlib.Path(cuda_nvrtc.__path__[0]).glob("lib/libnvrtc.so.*"))))
    program = ctypes.c_void_p()
    content = source.read_bytes()
    assert lib.nvrtcCreateProgram(ctypes.byref(program), content, source.name.encode(), 0, None, None) == 0
    failed = lib.nvrtcCompileProgram(program, len(OPTIONS), (ctypes.c_char_p * len(OPTIONS))(*OPTIONS))
    log = text(lib, program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog")
    if failed or log.strip():
        sys.exit(log)
    line = f"// made of a source with FNV-1a hash {fnv(content):016x} by `cargo xtask ptx`\n"
    pathlib.Path(ptx).write_text(line + text(lib, program, "nvrtcGetPTXSize", "nvrtcGetPTX").lstrip("\n"))


main(*sys.argv[1:])
