import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import type { UnsavedConnection } from '../../../core/connections/connection-test.ts'
import { useTestUnsavedConnection } from '../../queries/use-connections.ts'
import type { ConnectionValues } from './connection-values.ts'

/** What a test depends on: a new name changes nothing of it. */
const testedPart = ({ name: _, ...rest }: ConnectionValues) => JSON.stringify(rest)

/** Tests what a connection form holds, and knows whether it still holds what was tested. */
export function useFormTest(
  form: UseFormReturn<ConnectionValues>,
  toUnsaved: ((values: ConnectionValues) => UnsavedConnection) | undefined,
) {
  const { mutate, isPending, data: stages, error } = useTestUnsavedConnection()
  const [tested, setTested] = useState<string>()
  useWatch({ control: form.control })
  const isOutOfDate = tested !== undefined && testedPart(form.getValues()) !== tested

  /** What passes goes on, unless something else is typed by then. */
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
