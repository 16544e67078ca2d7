import { readRows } from '@tavla/entity-ui'
import type { ValueKind } from '@tavla/expressions'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, FieldBox, Icon } from '@tavla/ui'
import { useMemo, useRef, useState } from 'react'
import type { ExpressionFinding } from '../change-check.ts'
import { ExpressionInput } from './ExpressionInput.tsx'
import { useSurroundings } from './expression-context.ts'
import { FunctionList } from './FunctionList.tsx'
import { scopeOf } from './scope.ts'
import { TryOut } from './TryOut.tsx'
import { type BoxFault, useFault } from './useFault.ts'
import './expression.css'

export interface ExpressionBoxProps {
  /** English source text. */
  label: string
  value: string
  /** Without it the expression is read-only. */
  onChange: ((value: string | null) => void) | undefined
  /** The kind of value that it must result in. */
  result: ValueKind
  /** Which names it knows (reference: expressions, Names). */
  level: number
  hasContext?: boolean
  hasOld?: boolean
  /** Its faults, as the server found them. */
  findings: readonly ExpressionFinding[]
  /** The message of the last save. */
  error?: string | undefined
}

const results: Readonly<Record<ValueKind, string>> = {
  bool: 'Result: true or false',
  number: 'Result: a number',
  text: 'Result: a text',
  date: 'Result: a date',
}

/** An expression of a definition: typed with completion, its fault marked in it, and tried on a record. */
export default function ExpressionBox(props: ExpressionBoxProps) {
  const { label, value, onChange, result, level, hasContext = false, hasOld = false, findings, error } = props
  const { values, links, parent } = useSurroundings()
  const { fields, type } = values
  const [isTrying, setTrying] = useState(false)
  const writer = useRef<(text: string) => void>(null)
  const scope = useMemo(
    () => scopeOf({ type, rows: readRows(fields), links, parent, level, hasContext, hasOld }),
    [type, fields, links, parent, level, hasContext, hasOld],
  )
  const finding = useFault(value, scope, result, findings[0])
  const isBlank = value.trim() === ''
  const change = (text: string) => onChange?.(text.trim() === '' ? null : text)
  const message = finding?.message ?? error
  return (
    <div className="expression">
      <FieldBox label={<Text source={label} />} error={message && <span dir="auto">{message}</span>}>
        <ExpressionInput value={value} onChange={onChange && change} scope={scope} finding={finding} writer={writer} />
      </FieldBox>
      {onChange && (
        <div className="expression-tools">
          <span className="field-help">
            <Text source={results[result]} />
          </span>
          <FunctionList onInsert={(text) => writer.current?.(text)} />
        </div>
      )}
      {onChange && !isBlank && (
        <div className="expression-foot">
          {finding?.suggestion !== undefined && <Suggestion value={value} finding={finding} onUse={change} />}
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isTrying}
            icon={<Icon name="play_arrow" size="small" />}
            onClick={() => setTrying(!isTrying)}
          >
            <Text source="Try it on a record" />
          </Button>
        </div>
      )}
      {isTrying && !isBlank && <TryOut text={value} scope={scope} result={result} />}
    </div>
  )
}

interface SuggestionProps {
  value: string
  finding: BoxFault
  onUse: (text: string) => void
}

/** Puts the known name in the place of the wrong one. */
function Suggestion({ value, finding: { start = 0, end = 0, suggestion = '' }, onUse }: SuggestionProps) {
  const { t } = useI18n()
  return (
    <Button
      size="small"
      icon={<Icon name="edit" size="small" />}
      aria-label={t('Use {0}', [suggestion])}
      onClick={() => onUse(value.slice(0, start) + suggestion + value.slice(end))}
    >
      <Text source="Use {0}" args={[suggestion]} />
    </Button>
  )
}
