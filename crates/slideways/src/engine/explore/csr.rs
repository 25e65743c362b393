//! Compressed sparse row adjacency (CSR): an explicit graph of numbered vertices.
//!
//! One list holds the neighbours of all vertices, one vertex after another; a second list holds where those
//! of each vertex begin. A search over it touches no state: some ten nanoseconds per link.

use super::numbering::Numbering;
use crate::engine::search::control::{Control, Job};
use crate::engine::search::{Graph, State};
use crate::outcome::Stop;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};

/// The distance of a vertex that cannot be reached.
pub const NEVER: u32 = u32::MAX;

/// An undirected graph of numbered vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr {
    /// Where the neighbours of each vertex begin; the last entry is where those of the last vertex end.
    begins: Vec<usize>,
    ends: Vec<u32>,
}

impl Csr {
    /// The graph in which each vertex has the given neighbours; every link must be given at both ends.
    pub fn new(neighbours: impl IntoIterator<Item = Vec<u32>>) -> Csr {
        let mut links = Csr { begins: vec![0], ends: vec![] };
        for list in neighbours {
            links.ends.extend(list);
            links.begins.push(links.ends.len());
        }
        links
    }

    /// A graph without vertices, which does not grow its list of vertices before it has this many.
    pub fn with_capacity(vertices: usize) -> Csr {
        let mut links = Csr { begins: Vec::with_capacity(vertices + 1), ends: vec![] };
        links.begins.push(0);
        links
    }

    /// Add vertices: the number of neighbours of each, and all these neighbours, one vertex after another.
    pub fn extend(&mut self, degrees: &[u32], ends: impl IntoIterator<Item = u32>) {
        let mut end = self.ends.len();
        self.begins.extend(degrees.iter().map(|&degree| {
            end += degree as usize;
            end
        }));
        self.ends.extend(ends);
    }

    /// The graph of all numbered states: links to states without a number are left out.
    pub fn of_states<const N: usize>(
        graph: &dyn Graph<N>,
        numbering: &Numbering<N>,
        control: &mut Control,
    ) -> Result<Csr, Stop> {
        const CHUNK: usize = 1 << 10;
        let held = numbering.bytes();
        let mut links = Csr::with_capacity(numbering.states().len());
        for states in numbering.states().chunks(CHUNK << 6) {
            let mut listed: Vec<(Vec<u32>, Vec<u32>)> =
                vec![Default::default(); states.len().div_ceil(CHUNK)];
            let jobs = listed
                .iter_mut()
                .zip(states.chunks(CHUNK))
                .map(|(listed, chunk)| -> Job { Box::new(|| *listed = neighbours(graph, numbering, chunk)) });
            control.share(jobs.collect());
            let more: usize = listed.iter().map(|(_, ends)| ends.len()).sum();
            control.cost.expanded += states.len() as u64;
            control.cost.generated += more as u64;
            let bytes = held + links.bytes_to_grow(more);
            if bytes > control.memory() {
                return Err(Stop::Memory);
            }
            control.check(0, numbering.states().len() as u64, bytes)?;
            for (degrees, ends) in listed {
                links.extend(&degrees, ends);
            }
        }
        Ok(links)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.begins.len() - 1
    }

    /// The number of links, each counted once.
    pub fn links(&self) -> u64 {
        self.ends.len() as u64 / 2
    }

    /// The neighbours of a vertex, in ascending order.
    #[inline]
    pub fn of(&self, vertex: u32) -> &[u32] {
        &self.ends[self.range(vertex)]
    }

    /// The numbers of the links of a vertex.
    #[inline]
    pub fn range(&self, vertex: u32) -> Range<usize> {
        self.begins[vertex as usize]..self.begins[vertex as usize + 1]
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        (self.begins.capacity() * size_of::<usize>() + self.ends.capacity() * size_of::<u32>()) as u64
    }

    /// The bytes held while the lists grow by this number of neighbours, which are held elsewhere until then.
    pub fn bytes_to_grow(&self, more: usize) -> u64 {
        // A list that grows may exist beside one of twice its size.
        let growth = if self.ends.len() + more > self.ends.capacity() { 2 } else { 0 };
        self.bytes() + ((growth * self.ends.capacity() + more) * size_of::<u32>()) as u64
    }

    /// The distance of every vertex from the nearest source, or [`NEVER`].
    pub fn distances(&self, sources: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut distances = vec![NEVER; self.vertices()];
        self.distances_into(sources, &mut distances, &mut vec![]);
        distances
    }

    /// The same, into a list in which every reachable vertex has [`NEVER`]. Returns the largest distance
    /// found and leaves all reached vertices in the queue, the farthest last.
    pub fn distances_into(
        &self,
        sources: impl IntoIterator<Item = u32>,
        distances: &mut [u32],
        queue: &mut Vec<u32>,
    ) -> u32 {
        let Ok(farthest) = self.search(sources, distances, queue, || Ok::<(), Infallible>(()));
        farthest
    }

    /// The same, calling `go_on` at every vertex, which may stop the search.
    pub fn search<E>(
        &self,
        sources: impl IntoIterator<Item = u32>,
        distances: &mut [u32],
        queue: &mut Vec<u32>,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<u32, E> {
        queue.clear();
        for source in sources {
            if distances[source as usize] == NEVER {
                distances[source as usize] = 0;
                queue.push(source);
            }
        }
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            go_on()?;
            next += 1;
            let distance = distances[vertex as usize] + 1;
            for &end in self.of(vertex) {
                if distances[end as usize] == NEVER {
                    distances[end as usize] = distance;
                    queue.push(end);
                }
            }
        }
        Ok(queue.last().map_or(0, |&last| distances[last as usize]))
    }

    /// A shortest path from a vertex to a vertex at distance 0, both included; each link leads nearer. The
    /// distances must belong to this graph, and that of `from` must not be [`NEVER`].
    pub fn descent(&self, distances: &[u32], from: u32) -> Vec<u32> {
        let (mut path, mut at) = (vec![from], from);
        while distances[at as usize] > 0 {
            let nearer = |next: &&u32| distances[**next as usize] + 1 == distances[at as usize];
            at = *self.of(at).iter().find(nearer).expect("some neighbour is nearer");
            path.push(at);
        }
        path
    }
}

/// The number of neighbours of each state, and all these neighbours, one state after another.
fn neighbours<const N: usize>(
    graph: &dyn Graph<N>,
    numbering: &Numbering<N>,
    states: &[State<N>],
) -> (Vec<u32>, Vec<u32>) {
    let mut expander = graph.expander();
    let (mut degrees, mut ends) = (vec![], vec![]);
    let mut found: Vec<u32> = vec![];
    for state in states {
        found.clear();
        let _ = expander.each_neighbour(state, 0, &mut |next, _| {
            found.extend(numbering.number(&next));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found.dedup();
        let own = numbering.number(state);
        found.retain(|&number| Some(number) != own);
        degrees.push(found.len() as u32);
        ends.extend_from_slice(&found);
    }
    (degrees, ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_and_a_path_are_not_connected() {
        let ring = (0..5).map(|v| vec![(v + 4) % 5, (v + 1) % 5]);
        let links = Csr::new(ring.chain([vec![6], vec![5, 7], vec![6]]));
        assert_eq!((links.vertices(), links.links()), (8, 7));
        assert_eq!(links.distances([0]), [0, 1, 2, 2, 1, NEVER, NEVER, NEVER]);
        assert_eq!(links.distances([1, 7]), [1, 0, 1, 2, 2, 2, 1, 0]);
        assert_eq!(links.descent(&links.distances([0]), 3), [3, 4, 0]);
        assert_eq!(links.descent(&links.distances([7]), 5), [5, 6, 7]);
    }
}
