import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Menu, MenuItem } from '@tavla/ui'
import { FigureValue } from './FigureValue.tsx'
import { type Figure, figures, figureWord, isMoney } from './figures.ts'
import './figures.css'

interface FigureMenuProps {
  field: FieldMeta
  figure: Figure | undefined
  value: unknown
  /** True where no head says which field it is. */
  hasLabel?: boolean
  onChoose: (figure: Figure | null) => void
}

/** A figure of a field; a press chooses another one. */
export function FigureMenu({ field, figure, value, hasLabel = false, onChoose }: FigureMenuProps) {
  const { t } = useI18n()
  const word = figureWord(figure)
  return (
    <Menu
      label={`${t(word)}: ${t(field.label)}`}
      triggerClassName="figure-button"
      align="end"
      trigger={
        figure === undefined ? (
          <span className="figure-none">
            <Text source="Sum" />
          </span>
        ) : (
          <>
            {hasLabel && (
              <span className="figure-word">
                <Text source={field.label} />
              </span>
            )}
            {figure !== 'sum' && (
              <span className="figure-word">
                <Text source={word} />
              </span>
            )}
            <FigureValue field={field} figure={figure} value={value} />
          </>
        )
      }
    >
      {figures.map(([name, label]) => (
        <MenuItem key={name} isChecked={name === figure} onAction={() => onChoose(name)}>
          <Text source={label} />
        </MenuItem>
      ))}
      {!isMoney(field.fieldtype) && (
        <MenuItem isChecked={figure === undefined} onAction={() => onChoose(null)}>
          <Text source="No figure" />
        </MenuItem>
      )}
    </Menu>
  )
}
