import type { ReactNode } from 'react'

/** A property, with the errors of the last save below it. */
export function Property({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div className="field-property" data-invalid={error === undefined ? undefined : true}>
      {children}
      {error !== undefined && (
        <p className="field-error" role="alert" dir="auto">
          {error}
        </p>
      )}
    </div>
  )
}
