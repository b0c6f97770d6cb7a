// What is said about repeated measurements.

/** The value that a part `p` of the sorted values lies below, between neighbours in proportion. */
export function quantile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = p * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

export function median(values) {
  return quantile(values, 0.5);
}

/** Half the distance between the quartiles: half of the measurements lie about this close to the median. */
export function spread(values) {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2;
}
