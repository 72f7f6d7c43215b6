import { Type } from 'typebox'
import type { Answer } from '../answers.ts'

/** A stored file: records store `key` as their `url`; `location` is the signed link that shows it. */
export const UploadedFile = Type.Object({
  key: Type.String({ description: 'The name of the file in records (`url`).' }),
  location: Type.String({ description: 'A link to it, signed for five minutes.' }),
  name: Type.String({ description: 'What people see it called.' }),
  thumb: Type.Optional(Type.String({ description: 'A link to the small picture (320 px) of an image.' })),
  screen: Type.Optional(Type.String({ description: 'A link to the image as a screen needs it (1080 px).' })),
})
export type UploadedFile = Answer<typeof UploadedFile>

export const SignedLink = Type.Object({ url: Type.String() })
export type SignedLink = Answer<typeof SignedLink>
