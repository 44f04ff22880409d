/** Which process speaks, as the semantic conventions of OpenTelemetry call it. */
export type Resource = Readonly<Record<'service.name' | 'service.version' | 'service.instance.id', string>>

/** Integers are texts in the JSON of Protobuf. */
export const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))

/** @param milliseconds since 1970 */
export const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n)
