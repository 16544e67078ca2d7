import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './show.css'

/** A surface for related content. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={classNames('card', className)} {...rest} />
}
