import { Text, useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import type { ReactNode } from 'react'

export type ImportStepName = 'File' | 'Columns' | 'Check' | 'Import'

const steps: readonly ImportStepName[] = ['File', 'Columns', 'Check', 'Import']

interface StepFrameProps {
  step: ImportStepName
  /** Name of the file. */
  fileName?: string | undefined
  /** Heading of the step. */
  title: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** One step of an import: which one it is, its content, and its actions below. */
export function StepFrame({ step, fileName, title, footer, children }: StepFrameProps) {
  const { t } = useI18n()
  const now = steps.indexOf(step)
  return (
    <div className="import-screen">
      <div className="import-head">
        <ol className="import-steps" aria-label={t('Steps')}>
          {steps.map((name, at) => (
            <li
              key={name}
              aria-current={at === now ? 'step' : undefined}
              data-state={at < now ? 'done' : at === now ? 'now' : 'later'}
            >
              {at < now ? <Icon name="check" size="small" /> : <span className="import-step-number">{at + 1}</span>}
              <Text source={name} context={name === 'Check' ? 'step' : undefined} />
            </li>
          ))}
        </ol>
        {fileName !== undefined && <bdi className="import-file cut">{fileName}</bdi>}
      </div>
      <div className="import-body">
        <h2>{title}</h2>
        {children}
      </div>
      {footer !== undefined && <div className="import-foot">{footer}</div>}
    </div>
  )
}
