import type { Client } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { useEffect, useRef, useState } from 'react'
import { type AuditFacts, newRows, readAuditFacts } from './audit-facts.ts'

const none: AuditFacts = {
  names: new Map(),
  actions: new Map(),
  reasons: new Map(),
  projects: new Map(),
  own: new Set(),
}

/** The facts for the words of audit rows, as far as they have been read; each page of rows is requested once. */
export function useAuditFacts(client: Client, rows: readonly EntityRecord[]): AuditFacts {
  const [facts, setFacts] = useState(none)
  const asked = useRef(new Set<string>())
  useEffect(() => {
    const found = newRows(rows, asked.current)
    if (found.length === 0) return
    void readAuditFacts(client, found).then(({ names, actions, reasons, projects, own }) =>
      setFacts((known) => ({
        names: new Map([...known.names, ...names]),
        actions: new Map([...known.actions, ...actions]),
        reasons: new Map([...known.reasons, ...reasons]),
        projects: new Map([...known.projects, ...projects]),
        own: new Set([...known.own, ...own]),
      })),
    )
  }, [client, rows])
  return facts
}
