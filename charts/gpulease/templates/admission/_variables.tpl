{{/*
Variables of the policies that guard tenants' namespaces: the user, and whether the namespace is a tenant's. A label alone does
not make it one, because some users may label namespaces but not create them.
*/}}
{{- define "gpulease.tenantsVariables" -}}
- name: user
  expression: request.userInfo.username
- name: isTenants
  expression: request.namespace == "u-" + namespaceObject.metadata.?labels[?"gpulease.dev/tenant"].orValue("")
- name: isMaker
  expression: >-
    variables.user == "system:serviceaccount:gpulease-system:gpulease-operator"
      || variables.user in {{ toJson .Values.policies.controllers }}
      || "gpulease:admins" in request.userInfo.?groups.orValue([])
- name: isAccount
  expression: variables.user.startsWith("system:serviceaccount:")
- name: isKubernetes
  expression: >-
    variables.user.startsWith("system:serviceaccount:kube-system:")
      || variables.user.startsWith("system:") && !variables.isAccount && variables.user != "system:anonymous"
# A platform account; tenants have none.
- name: isElsewheres
  expression: variables.isAccount && !variables.user.startsWith("system:serviceaccount:u-")
- name: labels
  expression: 'object == null ? {} : object.?metadata.?labels.orValue({})'
- name: labelsBefore
  expression: 'oldObject == null ? {} : oldObject.?metadata.?labels.orValue({})'
- name: keepsLabels
  expression: >-
    variables.labels.all(label, !label.contains("gpulease.dev/") || variables.labelsBefore[?label] == variables.labels[?label])
      && variables.labelsBefore.all(label, !label.contains("gpulease.dev/") || label in variables.labels)
{{- end }}
