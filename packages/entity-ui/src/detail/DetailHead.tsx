import type { DocViewers, EntityRecord, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { ReactNode } from 'react'
import { Cell } from '../list/Cell.tsx'
import { RecordImage } from '../list/RecordImage.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { RecordPresence } from './RecordPresence.tsx'

interface DetailHeadProps {
  meta: Meta
  record: EntityRecord
  viewers: DocViewers['users']
  /** What can be done with the record. */
  children: ReactNode
}

/** The stored record's picture, title, id and states, who else looks at it, and its actions. */
export function DetailHead({ meta, record, viewers, children }: DetailHeadProps) {
  const { title_field: titleField, image_field: imageField, fields } = meta.doc_meta
  const title = fields.find((field) => field.fieldname === titleField)
  const image = fields.find((field) => field.fieldname === imageField)
  const pills = fields.filter((field) => field.in_list_view === 1 && fieldUi(field.fieldtype).isPill === true)
  return (
    <div className="detail-head">
      <div className="detail-name">
        {image && <RecordImage record={record} image={image} title={title} />}
        <h2 className="detail-title">
          <RecordTitle record={record} field={title} />
        </h2>
        {title && record[title.fieldname] !== record.id && (
          <bdi className="detail-id" dir="ltr">
            {record.id}
          </bdi>
        )}
        <span className="detail-states">
          {pills.map((field) => (
            <Cell key={field.fieldname} field={field} record={record} />
          ))}
        </span>
        <RecordPresence viewers={viewers} />
      </div>
      {children}
    </div>
  )
}
