import { I18nProvider, TimeField as Segments } from 'react-aria-components'
import { FieldBox, splitField } from '../field/FieldBox.tsx'
import { useLocale } from '../texts.tsx'
import { DateBox, type DateControlProps, type DateFieldProps, useDateLabels } from './DateBox.tsx'
import { readTime, writeTime } from './wall-clock.ts'

/** A time of day as `HH:mm:ss`. */
export function TimeField(props: DateFieldProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <TimeControl {...control} />
    </FieldBox>
  )
}

function TimeControl({ value, onChange, ...rest }: DateControlProps) {
  const labels = useDateLabels(rest)
  return (
    <I18nProvider locale={useLocale()}>
      <Segments
        {...labels}
        granularity="second"
        hourCycle={24}
        shouldForceLeadingZeros
        value={readTime(value)}
        onChange={(next) => onChange?.(next && writeTime(next))}
      >
        <DateBox {...rest} />
      </Segments>
    </I18nProvider>
  )
}
