//! The dataflow: parcels to whom they are addressed, reports to all.

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
    /// Where parcels are posted.
    pub parcels: Input<u64, Parcel>,
    /// Where reports are.
    pub reports: Input<u64, Report>,
    /// How far parcels have come, everywhere.
    pub arrived: Probe<u64>,
    /// How far reports have.
    pub reported: Probe<u64>,
    /// The reports that came here, until somebody takes them.
    pub heard: Rc<RefCell<Vec<Report>>>,
}

/// Build it; `receive` is called with every parcel that comes here. It is boxed, so that the dataflow, of which the
/// compiler makes much, is compiled once and not for each number of words.
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
