/** What tests and people change of the cloud while it runs. */
export interface GoogleCloudSettings {
  location: string
  bucketLocation: string
  /** Of texts in new tables. */
  defaultCollation?: string
  /** Of names of tables. */
  isCaseInsensitive?: boolean
  permissions: readonly string[]
  /** Jobs wait instead of running, until somebody cancels them. */
  isStuck: boolean
  /** The bytes that are charged for each table of a query, at the least. Source: cloud.google.com/bigquery/pricing#on_demand_pricing */
  leastBilled: number
  /** Whether tables store rows; otherwise a load only counts them, however many there are. */
  keepsRows: boolean
  /** Without a billing account, a project is a sandbox: no statement may change a table. */
  hasBilling: boolean
}
