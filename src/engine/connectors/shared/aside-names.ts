/**
 * Names for a table that makes room for a new one, the best first: `orders_before_20261130`, then with a number.
 * @param clipped the table's name, so short that this many characters can follow
 */
export function asideNames(clipped: (room: number) => string, ending: string): readonly string[] {
  return Array.from({ length: 9 }, (_, at) => {
    const rest = `_${ending}${at === 0 ? '' : `_${at + 1}`}`
    return clipped(rest.length) + rest
  })
}
