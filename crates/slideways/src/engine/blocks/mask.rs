//! Bit sets of cells or pieces, in `M` words.

/// A set of numbers below 64·M.
///
/// Words are addressed modulo `M`, which changes nothing and avoids a bounds check if `M` is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask<const M: usize>(pub [u64; M]);

impl<const M: usize> Default for Mask<M> {
    fn default() -> Self {
        Mask([0; M])
    }
}

impl<const M: usize> Mask<M> {
    /// The set of one element.
    #[inline]
    pub fn bit(i: usize) -> Self {
        let mut mask = Mask([0; M]);
        mask.insert(i);
        mask
    }

    /// The set of all numbers.
    #[inline]
    pub fn all() -> Self {
        Mask([!0; M])
    }

    /// Add an element.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64 % M] |= 1 << (i % 64);
    }

    /// Whether an element is in the set.
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i / 64 % M] >> (i % 64) & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let mut all = 0;
        for word in &self.0 {
            all |= word;
        }
        all == 0
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets share an element.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The least element.
    #[inline]
    pub fn least(&self) -> Option<usize> {
        self.0.iter().position(|&word| word != 0).map(|w| w * 64 + self.0[w].trailing_zeros() as usize)
    }

    /// The elements in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<M> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let i = rest.least()?;
            rest.0[i / 64] &= rest.0[i / 64] - 1;
            Some(i)
        })
    }

    /// A function of each word of this set and the same word of another.
    #[inline]
    fn zip(mut self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        for w in 0..M {
            self.0[w] = op(self.0[w], other.0[w]);
        }
        self
    }
}

impl<const M: usize> std::ops::BitOr for Mask<M> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const M: usize> std::ops::BitAnd for Mask<M> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

/// Set difference.
impl<const M: usize> std::ops::Sub for Mask<M> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl<const M: usize> std::ops::BitOrAssign for Mask<M> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const M: usize> FromIterator<usize> for Mask<M> {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> Self {
        let mut mask = Mask::default();
        elements.into_iter().for_each(|i| mask.insert(i));
        mask
    }
}
