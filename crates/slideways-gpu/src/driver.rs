//! The driver: loaded when it is first needed, and the few of its calls that the searches make.
//!
//! Every call is unsafe in `cudarc`. Here the types carry what makes them safe: a [`Buffer`] is freed once,
//! its length is known, and a copy never exceeds it. What a kernel does with its arguments is between the two
//! sides of a launch: [`Kernel::launch`] is unsafe, and the modules that call it state what the kernel reads
//! and writes.

#![allow(unsafe_code)]

use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys;
use slideways::solver::DeviceError;
use std::ffi::{CString, c_void};
use std::marker::PhantomData;

/// A device and its context.
pub struct Driver {
    device: sys::CUdevice,
    context: sys::CUcontext,
    /// The name of the device.
    pub name: String,
    /// The number of multiprocessors.
    pub processors: u32,
}

/// The error of a failed call.
pub fn failed(error: DriverError) -> DeviceError {
    let why = match error.error_string() {
        Ok(why) => why.to_string_lossy().into_owned(),
        Err(_) => format!("error {}", error.0 as u32),
    };
    DeviceError::Failed { why, lower: None }
}

fn missing(what: &str) -> impl Fn(DriverError) -> DeviceError {
    move |error| {
        let why = match failed(error) {
            DeviceError::Failed { why, .. } => why,
            other => other.to_string(),
        };
        DeviceError::Missing(format!("{what}: {why}"))
    }
}

impl Driver {
    /// Load the driver and open the first device.
    pub fn open() -> Result<Driver, DeviceError> {
        // SAFETY: this only looks whether the library can be loaded. NVIDIA's driver runs no code of ours
        // then.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::Missing("NVIDIA's driver (libcuda) is not installed".to_owned()));
        }
        result::init().map_err(missing("the driver does not start"))?;
        let device = result::device::get(0).map_err(missing("the driver finds no device"))?;
        let name = result::device::get_name(device).map_err(failed)?;
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        // SAFETY: the device is one that the driver has returned, and so is the context that it makes
        // current.
        let (context, processors) = unsafe {
            let context =
                result::primary_ctx::retain(device).map_err(missing("the device cannot be opened"))?;
            result::ctx::set_current(context).map_err(failed)?;
            (context, result::device::get_attribute(device, attribute).map_err(failed)?)
        };
        Ok(Driver { device, context, name, processors: processors as u32 })
    }

    /// Make the context current on this thread, which may be another one than that which opened the driver.
    pub fn enter(&self) -> Result<(), DeviceError> {
        // SAFETY: the context is retained as long as this value lives.
        unsafe { result::ctx::set_current(self.context) }.map_err(failed)
    }

    /// The bytes of memory that are free on the device.
    pub fn free(&self) -> Result<u64, DeviceError> {
        result::mem_get_info().map(|(free, _)| free as u64).map_err(failed)
    }

    /// Load kernels from PTX.
    pub fn load(&self, ptx: &str) -> Result<Module<'_>, DeviceError> {
        let ptx = CString::new(ptx).expect("PTX is text");
        // SAFETY: the image is PTX that ends with a zero byte; the driver copies what it needs.
        let module = unsafe { result::module::load_data(ptx.as_ptr().cast()) }.map_err(failed)?;
        Ok(Module { module, driver: PhantomData })
    }

    /// Memory for `length` values, all zero.
    pub fn zeros<T: Plain>(&self, length: usize) -> Result<Buffer<T>, DeviceError> {
        let bytes = (length * size_of::<T>()).max(1);
        // SAFETY: the memory that is filled is that which was just allocated.
        let at = unsafe {
            let at = result::malloc_sync(bytes).map_err(failed)?;
            result::memset_d8_sync(at, 0, bytes).map_err(failed)?;
            at
        };
        Ok(Buffer { at, length, values: PhantomData })
    }

    /// Memory with a copy of some values.
    pub fn copy<T: Plain>(&self, values: &[T]) -> Result<Buffer<T>, DeviceError> {
        let mut buffer = self.zeros(values.len())?;
        buffer.write(0, values)?;
        Ok(buffer)
    }

    /// Wait for all kernels launched.
    pub fn wait(&self) -> Result<(), DeviceError> {
        result::ctx::synchronize().map_err(failed)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // SAFETY: the context was retained once.
        let _ = unsafe { result::primary_ctx::release(self.device) };
    }
}

/// Values without padding or meaning of their bits, which may be copied as bytes.
pub trait Plain: Copy + Default {}

impl Plain for u8 {}
impl Plain for u32 {}
impl Plain for u64 {}
impl Plain for [u32; 4] {}

/// Memory on the device.
pub struct Buffer<T> {
    at: sys::CUdeviceptr,
    length: usize,
    values: PhantomData<T>,
}

impl<T: Plain> Buffer<T> {
    /// The number of values.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Overwrite some values.
    pub fn write(&mut self, first: usize, values: &[T]) -> Result<(), DeviceError> {
        assert!(first + values.len() <= self.length, "the values fit");
        let at = self.at + (first * size_of::<T>()) as u64;
        // SAFETY: the range lies inside the allocation.
        unsafe { result::memcpy_htod_sync(at, values) }.map_err(failed)
    }

    /// Read some values.
    pub fn read(&self, first: usize, number: usize) -> Result<Vec<T>, DeviceError> {
        assert!(first + number <= self.length, "the values are there");
        let mut values = vec![T::default(); number];
        let at = self.at + (first * size_of::<T>()) as u64;
        // SAFETY: the range lies inside the allocation, and any bits are a value of a plain type.
        unsafe { result::memcpy_dtoh_sync(&mut values, at) }.map_err(failed)?;
        Ok(values)
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated by the driver and is freed once. An error here is one of an
        // earlier launch.
        let _ = unsafe { result::free_sync(self.at) };
    }
}

/// Kernels that were loaded.
pub struct Module<'d> {
    module: sys::CUmodule,
    driver: PhantomData<&'d Driver>,
}

impl Module<'_> {
    /// The kernel with a name.
    pub fn kernel(&self, name: &str) -> Result<Kernel, DeviceError> {
        let name = CString::new(name).expect("a name has no zero byte");
        // SAFETY: the module is loaded, and stays loaded until the process ends.
        let function = unsafe { result::module::get_function(self.module, name) }.map_err(failed)?;
        Ok(Kernel { function })
    }
}

/// A kernel.
#[derive(Clone, Copy)]
pub struct Kernel {
    function: sys::CUfunction,
}

/// An argument of a kernel: a number or an address.
#[derive(Clone, Copy)]
pub enum Argument {
    /// 32 bits.
    Word(u32),
    /// 64 bits.
    Long(u64),
}

impl From<u32> for Argument {
    fn from(word: u32) -> Argument {
        Argument::Word(word)
    }
}

impl From<u64> for Argument {
    fn from(long: u64) -> Argument {
        Argument::Long(long)
    }
}

impl<T: Plain> From<&Buffer<T>> for Argument {
    fn from(buffer: &Buffer<T>) -> Argument {
        Argument::Long(buffer.at)
    }
}

impl Kernel {
    /// Launch it with `blocks` blocks of `threads` threads; it may run until the next [`Driver::wait`] or
    /// copy.
    ///
    /// # Safety
    ///
    /// The arguments must be those that the kernel declares, in number and width, and buffers must be as long
    /// as the kernel takes them to be.
    pub unsafe fn launch(
        &self,
        blocks: u64,
        threads: u32,
        arguments: &[Argument],
    ) -> Result<(), DeviceError> {
        let blocks = u32::try_from(blocks).expect("fewer blocks than 2^31");
        let mut pointers: Vec<*mut c_void> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Word(word) => std::ptr::from_ref(word).cast_mut().cast(),
                Argument::Long(long) => std::ptr::from_ref(long).cast_mut().cast(),
            })
            .collect();
        let (grid, block) = ((blocks, 1, 1), (threads, 1, 1));
        // SAFETY: the driver reads the arguments, of the widths that the caller promises, before it returns.
        unsafe { result::launch_kernel(self.function, grid, block, 0, result::stream::null(), &mut pointers) }
            .map_err(failed)
    }
}
