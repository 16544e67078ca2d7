import type { FieldMeta } from '@tavla/contract'
import { FieldFormContext, fieldUi, isBlank } from '@tavla/fields/ui'
import { type CSSProperties, useState } from 'react'
import { FieldFrame } from './FieldFrame.tsx'
import { galleryFields, galleryMeta, galleryValues } from './gallery-samples.ts'
import './field-grid.css'
import './detail.css'
import './gallery.css'

/** Every field type × empty, filled, read-only, invalid and as a list cell, in both directions; for developers. */
export function FieldGallery() {
  const [meta] = useState(galleryMeta)
  const [titles] = useState(() => new Map<string, string>())
  return (
    <FieldFormContext value={{ entity: 'Gallery', id: 'one', meta, titles }}>
      <div className="field-gallery">
        {(['ltr', 'rtl'] as const).map((dir) => (
          <section key={dir} dir={dir}>
            <h2>{dir}</h2>
            {galleryFields().map((field) => (
              <GalleryRow key={field.fieldname} field={field} />
            ))}
          </section>
        ))}
      </div>
    </FieldFormContext>
  )
}

function GalleryRow({ field }: { field: FieldMeta }) {
  const [filled, setFilled] = useState(galleryValues)
  const [empty, setEmpty] = useState<Record<string, unknown>>({})
  const { Cell, blank, toInput, wide } = fieldUi(field.fieldtype)
  const { fieldname } = field
  const stored = galleryValues()[fieldname]
  const draft = (values: Record<string, unknown>) =>
    toInput && typeof values[fieldname] !== 'string' ? toInput(values[fieldname]) : (values[fieldname] ?? blank)
  const full = { '--span': wide === 'full' ? 2 : 1 } as CSSProperties
  return (
    <div className="field-gallery-row" style={full}>
      <FieldFrame
        field={field}
        value={draft(empty)}
        values={{ ...filled, ...empty }}
        onChange={(_, value) => setEmpty({ [fieldname]: value })}
      />
      <FieldFrame
        field={{ ...field, reqd: 1, description: 'Help stands below' }}
        value={draft(filled)}
        values={filled}
        onChange={(_, value) => setFilled({ ...filled, [fieldname]: value })}
      />
      <FieldFrame field={field} value={stored} values={filled} />
      <FieldFrame
        field={field}
        value={draft(filled)}
        values={filled}
        error={`${field.label} is not right`}
        onChange={(_, value) => setFilled({ ...filled, [fieldname]: value })}
      />
      <div className="field-gallery-cell">
        {!isBlank(stored) && <Cell field={field} value={stored} values={filled} />}
      </div>
    </div>
  )
}
