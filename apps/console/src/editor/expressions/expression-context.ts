import type { EntityRecord, Meta } from '@tavla/contract'
import { createContext, use } from 'react'
import type { ExpressionFinding } from '../change-check.ts'

/** The definition around an expression, and what the server found wrong with its expressions. */
export interface ExpressionSurroundings {
  /** The draft. */
  values: EntityRecord
  /** The stored definition. */
  record: EntityRecord
  /** The fields of its child entities. */
  links: Meta['links']
  /** For a child entity, one that has its rows. */
  parent: Meta | null
  findings: readonly ExpressionFinding[]
  /** Sentences about what is allowed and hardly meant. */
  warnings: readonly string[]
}

const nothing: ExpressionSurroundings = {
  values: { id: '' },
  record: { id: '' },
  links: [],
  parent: null,
  findings: [],
  warnings: [],
}

export const ExpressionContext = createContext<ExpressionSurroundings>(nothing)

export const useSurroundings = (): ExpressionSurroundings => use(ExpressionContext)
