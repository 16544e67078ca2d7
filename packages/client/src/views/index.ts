/** Views of lists, for the screens that change them (reference: http-api, Views). */
export { changesOf, contentOf, isViewChanged } from './content.ts'
export { type ViewCounts, watchViewCounts } from './counts.ts'
export { followView } from './follow.ts'
export { openAddressed } from './open.ts'
export { keepView, showView } from './show.ts'
export { type ViewWrites, viewEntity, viewWrites } from './writes.ts'
