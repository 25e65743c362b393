//! The library as a WebAssembly module, for a worker of the browser.
//!
//! A worker passes a question to [`Module::ask`] and sends every event to the page. The module has one
//! thread: a question is answered before the next one is read, and the page cancels a search by ending the
//! worker.
#![warn(missing_docs)]

use js_sys::{Function, Math, Uint8Array};
use slideways::outcome::Limits;
use slideways::solver::{Shelf, TableStore};
use slideways_api::{Answer, Api, Body, Fault, Listener, Reporter, Settings};
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// The memory limit of a search, unless the page sets another.
const MEMORY: u64 = 1 << 30;

/// The bytes for answers that are kept, and for tables. A module has 4 GiB at most, for these and a search.
const KEPT: u64 = 256 << 20;

/// The time limit of a search, as on the server.
const TIME: Duration = Duration::from_secs(60);

/// The library, with what it has found so far.
#[wasm_bindgen]
pub struct Module {
    api: Arc<Api>,
}

#[wasm_bindgen]
impl Module {
    /// Nothing is known yet. `memory` is the memory limit of a search in MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: Option<u32>) -> Module {
        let memory = memory.map_or(MEMORY, |mebibytes| u64::from(mebibytes) << 20);
        let settings = Settings {
            limits: Limits::new().memory(memory).time(TIME),
            memory: KEPT,
            tables: TableStore::on(Storage).memory(KEPT),
            // 53 bits are all that the browser gives at once. Where the module runs, std has no randomness.
            entropy: || (Math::random() * (1u64 << 53) as f64) as u64,
        };
        Module { api: Arc::new(Api::new(settings)) }
    }

    /// Answers a question, whose body is JSON. Calls `tell(event, data)` for every event, and once at the end
    /// with the event `answer`, `error` or `file`. The data of an event is JSON; that of a file are its
    /// bytes, with the media type as a third argument.
    pub fn ask(&self, question: &str, body: &str, tell: &Function) {
        let page = Page(tell);
        match self.answer(question, body, &page) {
            Ok(Body::Json(text)) => page.send("answer", &text),
            Ok(Body::File { media, bytes }) => page.send_file(media, &bytes),
            Err(fault) => page.send("error", &fault.json()),
        }
    }
}

impl Module {
    fn answer(&self, question: &str, body: &str, page: &Page) -> Result<Body, Fault> {
        match self.api.ask(question, body.as_bytes())?.answer {
            Answer::Known(body) => Ok(body),
            Answer::Short(work) | Answer::Search(work) => work(&mut Reporter::new(page)),
        }
    }
}

#[wasm_bindgen]
extern "C" {
    /// Functions that the worker defines.
    #[wasm_bindgen(catch, js_name = readTable)]
    fn read_table(name: &str) -> Result<Option<Vec<u8>>, JsValue>;
    #[wasm_bindgen(catch, js_name = writeTable)]
    fn write_table(name: &str, bytes: Vec<u8>) -> Result<(), JsValue>;
}

/// The storage of the browser. Without it, tables are built at every visit.
struct Storage;

impl Shelf for Storage {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        read_table(name).ok().flatten()
    }

    fn write(&self, name: &str, bytes: Vec<u8>) {
        let _ = write_table(name, bytes);
    }
}

/// The page at the other end, which receives everything that it is sent.
struct Page<'f>(&'f Function);

impl Page<'_> {
    fn send(&self, event: &str, data: &str) {
        // An error in the page's function does not concern the search.
        let _ = self.0.call2(&JsValue::NULL, &event.into(), &data.into());
    }

    fn send_file(&self, media: &str, bytes: &[u8]) {
        let _ = self.0.call3(&JsValue::NULL, &"file".into(), &Uint8Array::from(bytes), &media.into());
    }
}

impl Listener for Page<'_> {
    fn tell(&self, event: &str, data: String) {
        self.send(event, &data);
    }
}
