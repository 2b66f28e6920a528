// Package v1 holds the fields of KubeVirt's kinds that the peer reads.
// +kubebuilder:object:generate=true
// +groupName=kubevirt.io
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is the group and version of all kinds here.
var GroupVersion = schema.GroupVersion{Group: "kubevirt.io", Version: "v1"}

// AddToScheme registers the kinds.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion,
		&VirtualMachine{}, &VirtualMachineList{}, &VirtualMachineInstance{}, &VirtualMachineInstanceList{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
}

// +kubebuilder:object:root=true
type VirtualMachine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Status            VirtualMachineStatus `json:"status,omitempty"`
}

type VirtualMachineStatus struct {
	PrintableStatus string `json:"printableStatus,omitempty"`
}

// +kubebuilder:object:root=true
type VirtualMachineList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VirtualMachine `json:"items"`
}

// +kubebuilder:object:root=true
type VirtualMachineInstance struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Status            VirtualMachineInstanceStatus `json:"status,omitempty"`
}

type VirtualMachineInstanceStatus struct {
	Phase                     string             `json:"phase,omitempty"`
	Conditions                []metav1.Condition `json:"conditions,omitempty"`
	PhaseTransitionTimestamps []PhaseTransition  `json:"phaseTransitionTimestamps,omitempty"`
}

type PhaseTransition struct {
	Phase                    string      `json:"phase"`
	PhaseTransitionTimestamp metav1.Time `json:"phaseTransitionTimestamp"`
}

// +kubebuilder:object:root=true
type VirtualMachineInstanceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VirtualMachineInstance `json:"items"`
}
