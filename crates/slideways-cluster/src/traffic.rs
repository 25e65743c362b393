//! The timely dataflow: delivers parcels and reports to the workers they are addressed to.

use crate::message::{Parcel, Report};
use std::cell::RefCell;
use std::rc::Rc;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::{Handle as Probe, Probe as _};
use timely::dataflow::operators::vec::input::{Handle as Input, Input as _};
use timely::worker::Worker;

/// One worker's ends of the dataflow.
pub struct Traffic {
    /// Input for parcels.
    pub parcels: Input<u64, Parcel>,
    /// Input for reports.
    pub reports: Input<u64, Report>,
    /// The progress of parcels, over all workers.
    pub arrived: Probe<u64>,
    /// The progress of reports.
    pub reported: Probe<u64>,
    /// The reports received by this worker and not yet taken.
    pub heard: Rc<RefCell<Vec<Report>>>,
}

/// Build the dataflow; `receive` is called with every parcel for this worker. It is boxed, so that the
/// dataflow, which compiles to much code, is compiled once and not once per number of words.
pub fn lay(worker: &mut Worker, mut receive: Box<dyn FnMut(Parcel)>) -> Traffic {
    let heard = Rc::new(RefCell::new(vec![]));
    let all = heard.clone();
    worker.dataflow::<u64, _, _>(move |scope| {
        let (parcels, stream) = scope.new_input::<Parcel>();
        let (arrived, reported) = (Probe::new(), Probe::new());
        stream
            .unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|parcel: &Parcel| parcel.to),
                "gather",
                |_, _| move |input, _| input.for_each(|_, parcels| parcels.drain(..).for_each(&mut receive)),
            )
            .probe_with(&arrived);
        let (reports, stream) = scope.new_input::<Report>();
        stream
            .unary::<timely::container::CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|report: &Report| report.to),
                "hear",
                |_, _| move |input, _| input.for_each(|_, reports| all.borrow_mut().append(reports)),
            )
            .probe_with(&reported);
        Traffic { parcels, reports, arrived, reported, heard }
    })
}
