import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { Combobox } from '../kit/combobox/combobox.tsx'
import { timeZones, withNames } from './time-zones.ts'

interface TimeZoneChoiceProps {
  readonly value: string
  onChange(zone: string): void
}

/** A time zone by its city, its name in the user's language, or its offset. */
export function TimeZoneChoice({ value, onChange }: TimeZoneChoiceProps) {
  const { t, i18n } = useLingui()
  const [options, setOptions] = useState(() => timeZones(value))
  useEffect(() => {
    // After the dialog is drawn, so that it does not wait for them.
    const timer = setTimeout(() => setOptions((zones) => withNames(zones, i18n.locale)), 100)
    return () => clearTimeout(timer)
  }, [i18n.locale])
  return (
    <Combobox
      value={value}
      placeholder={t`City, zone or offset`}
      options={options}
      nothing={<Trans>Nothing matches your search</Trans>}
      onChange={onChange}
    />
  )
}
