import { Text } from '@tavla/i18n/react'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import type { ExpressionBoxProps } from './ExpressionBox.tsx'

const Box = lazyPart(() => import('./ExpressionBox.tsx'))

/** A box for an expression; its code and the language load when the first one is drawn. */
export function Expression(props: ExpressionBoxProps) {
  const waiting = (
    <div className="field">
      <span className="field-label">
        <Text source={props.label} />
      </span>
      <div className="input" aria-busy="true" />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <Box {...props} />
    </Suspense>
  )
}
