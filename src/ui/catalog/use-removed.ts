import { useFormContext, useWatch } from 'react-hook-form'

interface RemovedValues {
  /** Names of stored secrets that are to be taken away; absent in a form that cannot do that. */
  readonly removed?: readonly string[]
}

/** Whether a stored secret is to be taken away when the form is saved, and the way to say so. */
export function useRemoved(name: string) {
  const { setValue, getValues } = useFormContext<RemovedValues>()
  const removed = useWatch<RemovedValues, 'removed'>({ name: 'removed' }) ?? []
  const setRemoved = (isRemoved: boolean) => {
    const others = (getValues('removed') ?? []).filter((other) => other !== name)
    setValue('removed', isRemoved ? [...others, name] : others, { shouldDirty: true })
  }
  return { isRemoved: removed.includes(name), setRemoved }
}
