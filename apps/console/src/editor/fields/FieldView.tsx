import { textOf } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import type { FieldRow } from '../field-row.ts'
import { FieldSummary } from './FieldSummary.tsx'
import './field-views.css'

/** One field, read-only. */
export function FieldView({ row, position }: { row: FieldRow; position: number }) {
  const { t, language } = useI18n()
  return (
    <li className="field-view">
      <span className="field-view-place numeric">{position}</span>
      <span className="field-view-names">
        <bdi className="field-view-label">{(language === 'he' && textOf(row.label_he)) || t(textOf(row.label))}</bdi>
        <bdi className="editor-name" dir="ltr">
          {textOf(row.fieldname)}
        </bdi>
      </span>
      <span className="field-view-type">{t(textOf(row.fieldtype), undefined, 'fieldtype')}</span>
      <div className="field-line-summary">
        <FieldSummary row={row} />
      </div>
    </li>
  )
}
