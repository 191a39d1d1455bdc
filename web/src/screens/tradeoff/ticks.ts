/** Round places from 0 to at least `most`, four to six of them. */
export function ticks(most: number): number[] {
  if (most <= 0) return [0, 0.25, 0.5, 0.75, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one * 5 >= most) ?? power * 10;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(6)));
}
