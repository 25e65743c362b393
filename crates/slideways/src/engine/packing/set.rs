//! Bit sets of placements.

/// A set of numbers below 64·`W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Set<W> = Set([0; W]);

    pub fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    #[inline]
    pub fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    #[inline]
    pub fn with(mut self, member: usize) -> Set<W> {
        self.0[member / 64] |= 1 << (member % 64);
        self
    }

    #[inline]
    pub fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn meets(&self, other: &Set<W>) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    #[inline]
    pub fn and(mut self, other: &Set<W>) -> Set<W> {
        (0..W).for_each(|i| self.0[i] &= other.0[i]);
        self
    }

    #[inline]
    pub fn without(mut self, other: &Set<W>) -> Set<W> {
        (0..W).for_each(|i| self.0[i] &= !other.0[i]);
        self
    }

    #[inline]
    pub fn or(mut self, other: &Set<W>) -> Set<W> {
        (0..W).for_each(|i| self.0[i] |= other.0[i]);
        self
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub fn first(&self) -> Option<usize> {
        (0..W).find(|&i| self.0[i] != 0).map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let (mut rest, mut i) = (self.0, 0);
        std::iter::from_fn(move || {
            while i < W {
                if rest[i] != 0 {
                    let member = 64 * i + rest[i].trailing_zeros() as usize;
                    rest[i] &= rest[i] - 1;
                    return Some(member);
                }
                i += 1;
            }
            None
        })
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Set<W> {
        let mut set = Set::EMPTY;
        members.into_iter().for_each(|member| set.insert(member));
        set
    }
}
