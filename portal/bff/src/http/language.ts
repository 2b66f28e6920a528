import type { Language } from '@gpulease/contract/enums';
import type { Request } from 'express';

/** The language for sentences in an answer: English where it is preferred, else Chinese. */
export function languageOf(request: Request): Language {
  return request.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh';
}
