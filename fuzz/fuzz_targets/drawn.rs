#![no_main]

use slideways::format::Notation;

libfuzzer_sys::fuzz_target!(|text: &str| slideways_fuzz::check(Notation::Drawn, text));
