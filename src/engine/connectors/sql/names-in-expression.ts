const NAME = /"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|[\p{L}_][\p{L}\p{N}_$]*/gu

/** Every word and every quoted name of an expression of a table: more than the columns from which it is computed, never fewer. */
export const namesInExpression = (sql: string): readonly string[] => [
  ...new Set(
    [...sql.matchAll(NAME)].map(
      ([word, double, back]) => double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? word,
    ),
  ),
]
