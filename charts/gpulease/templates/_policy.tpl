{{/*
A ValidatingAdmissionPolicy and the binding that makes it count everywhere.
name, groups and versions (default: ours), resources, operations: what it watches.
users (optional): it watches these users only.
params (optional): a kind of ours, cluster-scoped; the expression must be true of each object of it, as `params`.
expression: CEL that must be true; message: CEL that makes the sentence for whoever is refused.
*/}}
{{- define "gpulease.policy" -}}
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: gpulease-{{ .name }}
  labels:
    {{- include "gpulease.labels" .root | nindent 4 }}
spec:
  failurePolicy: Fail
  {{- with .params }}
  paramKind:
    apiVersion: gpulease.dev/v1alpha1
    kind: {{ . }}
  {{- end }}
  matchConstraints:
    resourceRules:
      - apiGroups: {{ toJson (.groups | default (list "gpulease.dev")) }}
        apiVersions: {{ toJson (.versions | default (list "v1alpha1")) }}
        operations: {{ toJson .operations }}
        resources: {{ toJson .resources }}
  {{- with .users }}
  matchConditions:
    - name: our-accounts
      expression: request.userInfo.username in {{ toJson . }}
  {{- end }}
  validations:
    - expression: >-
        {{ regexReplaceAll "\\s+" .expression " " }}
      messageExpression: >-
        {{ regexReplaceAll "\\s+" .message " " }}
      reason: Forbidden
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: gpulease-{{ .name }}
  labels:
    {{- include "gpulease.labels" .root | nindent 4 }}
spec:
  policyName: gpulease-{{ .name }}
  {{- if .params }}
  paramRef:
    selector: {}
    parameterNotFoundAction: Allow
  {{- end }}
  validationActions: [Deny]
{{- end }}

{{/*
CEL: whether the namespace that is written in is a tenant's. Its name has to say so as well as its label, because some
may label namespaces who may not make any.
*/}}
{{- define "gpulease.in-tenants-namespace" -}}
namespaceObject.metadata.name == "u-" + namespaceObject.metadata.?labels[?"gpulease.dev/tenant"].orValue("")
{{- end }}
