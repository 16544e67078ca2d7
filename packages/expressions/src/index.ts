export { compileExpression, type Expression, type Outcome } from './compile.ts'
export { ExpressionFault, type FaultPlace, type FaultText } from './faults.ts'
export { type FormulaOrder, orderFormulas, type PlacedFormula } from './formula-order.ts'
export { functionNames, macroNames, methodNames } from './functions.ts'
export { expressionLimits } from './limits.ts'
export {
  type ExpressionContext,
  type ExpressionInput,
  type Fields,
  type Names,
  type Rows,
  reservedNames,
  type ValueKind,
  type Values,
} from './names.ts'
export { nearestOf } from './nearest.ts'
export { replaceNames } from './replace-names.ts'
export type { NameUse } from './resolve.ts'
export { roundTo } from './rounding.ts'
