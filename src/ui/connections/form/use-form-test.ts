import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import type { UnsavedConnection } from '../../../core/connections/connection-test.ts'
import { useTestUnsavedConnection } from '../../queries/use-connection-changes.ts'
import type { ConnectionValues } from './connection-values.ts'

/** The fields on which a test depends: a new name does not matter. */
const testedPart = ({ name: _, ...rest }: ConnectionValues) => JSON.stringify(rest)

/** Tests the values of a connection form, and knows whether the form still has the tested values. */
export function useFormTest(
  form: UseFormReturn<ConnectionValues>,
  toUnsaved: ((values: ConnectionValues) => UnsavedConnection) | undefined,
) {
  const { mutate, isPending, data: stages, error } = useTestUnsavedConnection()
  const [tested, setTested] = useState<string>()
  useWatch({ control: form.control })
  const isOutOfDate = tested !== undefined && testedPart(form.getValues()) !== tested

  /** After a passed test the save continues, unless other values were typed meanwhile. */
  const start = (values: ConnectionValues, onPassed?: (values: ConnectionValues) => void) => {
    if (!toUnsaved) return
    const part = testedPart(values)
    setTested(part)
    mutate(toUnsaved(values), {
      onSuccess: () => {
        const now = form.getValues()
        if (testedPart(now) === part) onPassed?.(now)
      },
    })
  }

  return { start, isPending, stages, error, isOutOfDate }
}
