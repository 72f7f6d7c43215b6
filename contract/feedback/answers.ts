import { Type } from 'typebox'
import { Time, type Answer } from '../answers.ts'

export const Feedback = Type.Object({
  id: Type.Integer(),
  tenant: Type.Object({ uoccname: Type.String(), email: Type.String() }),
  rate: Type.Integer({ description: '1 to 5' }),
  message: Type.String(),
  created_at: Time,
})
export type Feedback = Answer<typeof Feedback>
