import { aDocument } from '@tahanan/server/features/posts/testing.ts'

/** Addresses that lead to another host or run script, in every spelling. */
export const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u2028javascript:alert(1)',
  'ｊavascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript\u200b:alert(1)',
  'javascript://https://good.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'view-source:https://good.example/',
  'blob:https://good.example/1',
  'filesystem:https://good.example/temporary/1',
  'file:///etc/passwd',
  'about:blank',
  'intent://scan/#Intent;scheme=zxing;end',
  '//evil.example/',
  String.raw`\\evil.example\share`,
  String.raw`/\evil.example/`,
  String.raw`https:\\evil.example/`,
  String.raw`https:/\evil.example/`,
  'https:/evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://',
  'https:// evil.example',
  'https://ev\til.example/',
  'https://ev\nil.example/',
  '/\t/evil.example/',
  'https://good.example@evil.example/',
  'https://good.example:pw@evil.example/',
  String.raw`https://good.example\@evil.example/`,
]

/** Returns a document with a link. */
export const withLink = (href: string) =>
  aDocument({
    type: 'paragraph',
    content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }],
  })
