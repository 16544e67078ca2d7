import type { EntityState } from '@tavla/client'
import type { Meta } from '@tavla/contract'

export interface ListOrder {
  fieldname: string
  direction: 'asc' | 'desc'
}

/** The first sort field of the list: the person's choice, else the entity's own. */
export function currentOrder({ orderBy }: Pick<EntityState, 'orderBy'>, meta: Meta): ListOrder {
  const { sort_field, sort_order } = meta.doc_meta
  const [first = ''] = orderBy.split(',')
  const [fieldname = '', direction = 'asc'] = first.trim().split(/\s+/)
  if (fieldname === '') return { fieldname: sort_field, direction: sort_order === 'ASC' ? 'asc' : 'desc' }
  return { fieldname, direction: direction.toLowerCase() === 'desc' ? 'desc' : 'asc' }
}

export const orderText = ({ fieldname, direction }: ListOrder) => `${fieldname} ${direction}`
