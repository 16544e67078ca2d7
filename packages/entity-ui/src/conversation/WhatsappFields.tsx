import type { EntityRecord } from '@tavla/contract'
import { Text, useNow, useTimes } from '@tavla/i18n/react'
import { Icon, TextField } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import type { Draft } from './draft.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import type { FreeTextEnd } from './useFreeUntil.ts'

interface WhatsappFieldsProps {
  entity: string
  record: EntityRecord | null
  draft: Draft
  until: FreeTextEnd
  onChange: (part: Partial<Draft>) => void
}

/** The recipient of a WhatsApp message, the end of the time for free text, and the templates. */
export function WhatsappFields({ entity, record, draft, until, onChange }: WhatsappFieldsProps) {
  const { formatWithin } = useTimes()
  const now = useNow(useEnvironment().now)
  return (
    <>
      <p className="composer-window" data-open={typeof until === 'string' || undefined}>
        <Icon name="schedule" size="small" />
        {until === null ? (
          '…'
        ) : until === undefined ? (
          <Text source="The 24-hour window is closed. Only approved templates can be sent." />
        ) : (
          <Text source="Free replies until {0}" args={[formatWithin(until, now)]} />
        )}
      </p>
      <TextField
        label={<Text source="Contact Number" />}
        type="tel"
        dir="ltr"
        autoComplete="off"
        value={draft.to}
        onChange={(to) => onChange({ to, connection: '' })}
      />
      <TemplateChoice {...{ entity, record, draft, onChange }} isNeeded={until === undefined} />
    </>
  )
}
