import { languages, type Language } from '@gpulease/contract/enums';
import { MenuToggle, Select, SelectList, SelectOption } from '@patternfly/react-core';
import { LanguageIcon } from '@patternfly/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, useLanguage } from '../i18n/i18n.ts';
import { useToasts } from '../ui/toasts.tsx';

/** Languages are named in themselves, so that whoever reads one finds it. */
const names: Record<Language, string> = { zh: '中文', en: 'English' };

/** Switches the language in place. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Select
      isOpen={isOpen}
      selected={language}
      onOpenChange={setOpen}
      onSelect={(_, chosen) => {
        setOpen(false);
        changeLanguage(chosen as Language).catch(toasts.failure);
      }}
      popperProps={{ position: 'end' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          icon={<LanguageIcon />}
          aria-label={t('shell.language')}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    >
      <SelectList aria-label={t('shell.language')}>
        {languages.map((value) => (
          <SelectOption key={value} value={value} lang={value} isSelected={value === language}>
            {names[value]}
          </SelectOption>
        ))}
      </SelectList>
    </Select>
  );
}
