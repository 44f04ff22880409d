import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'

const SCHEMAS = new URL('schemas/', import.meta.url)

/** Marquez's names of namespaces: letters, digits and _ - . : / @ + = ; */
const NAMESPACE = /^[a-zA-Z0-9_\-.:/@+=;]{1,1024}$/

/** What a catalogue refuses about an event: what does not fit the official schemas of events and facets, and names that Marquez refuses. */
// biome-ignore lint/suspicious/noExplicitAny: events of every shape
export function makeEventCheck(): (event: any) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const file of readdirSync(SCHEMAS).filter((name) => name.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8')))
  const problemOf = (schema: string, value: unknown): string | undefined => {
    const validate = ajv.getSchema(schema)
    if (!validate) return `${schema} is not known`
    return validate(value) ? undefined : `${schema}: ${ajv.errorsText(validate.errors)}`
  }
  return (event) => {
    const datasets = [...(event.inputs ?? []), ...(event.outputs ?? [])]
    const facets = [event.run?.facets, event.job?.facets].concat(
      datasets.flatMap(({ facets, inputFacets, outputFacets }) => [facets, inputFacets, outputFacets]),
    )
    const names = [event.job, ...datasets].map(({ namespace }) => String(namespace))
    const refused = names.find((name) => !NAMESPACE.test(name))
    return (
      problemOf(event.schemaURL, event) ??
      (refused === undefined ? undefined : `"${refused}" is no namespace`) ??
      facets
        .flatMap((each) => Object.values(each ?? {}) as { _schemaURL: string }[])
        .map((facet) => problemOf(facet._schemaURL, facet))
        .find((problem) => problem !== undefined)
    )
  }
}
