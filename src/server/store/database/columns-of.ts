type Names<List> = List extends `${infer Name}, ${infer Rest}` ? Name | Names<Rest> : List

/** A list of columns for SQL: one that is forgotten, or that the row does not have, does not compile. */
export const columnsOf =
  <Row extends object>() =>
  <List extends string>(
    list: List & ([keyof Row, Names<List>] extends [Names<List>, keyof Row] ? List : never),
  ): string =>
    list
