import type { HomeView, PinnedView } from '@tavla/contract'
import type { Context } from '../entity/index.ts'

/** The views that people pinned; those that are gone or not readable are passed over (reference: http-api, Home). */
export interface PinnedViews {
  /** With numbers of records, null where counting takes longer than a person would wait. */
  counted(ctx: Context): Promise<PinnedView[]>
  /** With the first sum of each besides, however long that takes. */
  summed(ctx: Context): Promise<HomeView[]>
}
