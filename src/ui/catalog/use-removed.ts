import { useFormContext, useWatch } from 'react-hook-form'

interface RemovedValues {
  /** Names of stored secrets that will be removed; absent in a form without this option. */
  readonly removed?: readonly string[]
}

/** Whether a stored secret will be removed when the form is saved, and the function to set it. */
export function useRemoved(name: string) {
  const { setValue, getValues } = useFormContext<RemovedValues>()
  const removed = useWatch<RemovedValues, 'removed'>({ name: 'removed' }) ?? []
  const setRemoved = (isRemoved: boolean) => {
    const others = (getValues('removed') ?? []).filter((other) => other !== name)
    setValue('removed', isRemoved ? [...others, name] : others, { shouldDirty: true })
  }
  return { isRemoved: removed.includes(name), setRemoved }
}
